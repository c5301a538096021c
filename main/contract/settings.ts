import { z } from 'zod';
import { call } from './procedure.ts';

const settingValueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const settingSchema = z.object({
  name: z.string(),
  description: z.string(),
  kind: z.enum(['text', 'number', 'boolean', 'choice']),
  choices: z.array(z.string()),
  value: settingValueSchema,
  defaultValue: settingValueSchema,
  origin: z.enum(['flag', 'environment', 'file', 'default']),
  originName: z.string().nullable().describe('the environment variable or file'),
  needsRestart: z.boolean(),
});
export type Setting = z.output<typeof settingSchema>;

export const weightSchema = z.object({
  name: z.string().describe('dotted, e.g. hybrid.meaning'),
  reason: z.string(),
  value: z.number(),
  defaultValue: z.number(),
  least: z.number(),
  most: z.number(),
  step: z.number(),
});
export type Weight = z.output<typeof weightSchema>;

export const settingProcedures = {
  'settings.get': call(z.strictObject({}), z.object({ settings: z.array(settingSchema), weights: z.array(weightSchema) })),
  /** Writes to the settings file; null returns to the default. What a flag or the environment sets cannot be changed here. */
  'settings.set': call(
    z.strictObject({ name: z.string().max(100), value: settingValueSchema }),
    z.object({ settings: z.array(settingSchema) }),
  ),
  /** An empty record, and null for one weight, return to the defaults. */
  'settings.setWeights': call(
    z.strictObject({ weights: z.record(z.string().max(100), z.number().nullable()) }),
    z.object({ weights: z.array(weightSchema) }),
  ),
};
