import { useRef, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { changeRule, moveRule, roleTitle, ruleProblem, ruleRoles, withoutRule, type RoleRule } from './rule-list.ts';
import styles from './rules.module.css';

interface RulesEditorProps {
  rules: readonly RoleRule[];
  onChange: (rules: RoleRule[]) => void;
  disabled?: boolean;
}

const mostRules = 200;

/** Patterns and what files that match them are indexed as, in the order in which they are tried. */
export function RulesEditor({ rules, onChange, disabled = false }: RulesEditorProps): ReactNode {
  const list = useRef<HTMLOListElement>(null);
  return (
    <div className={styles.editor}>
      {rules.length > 0 && (
        <ol ref={list} className={styles.list} aria-label="Rules">
          {rules.map((rule, index) => (
            <li key={index} className={styles.rule}>
              <span className={styles.number}>{index + 1}</span>
              <TextField
                label={`Pattern of rule ${index + 1}`}
                hidesLabel
                value={rule.glob}
                placeholder="docs/**/*.md"
                disabled={disabled}
                error={ruleProblem(rules, index)}
                onValueChange={(glob) => onChange(changeRule(rules, index, { glob }))}
              />
              <Select
                label={`What rule ${index + 1} does`}
                hidesLabel
                value={rule.role}
                disabled={disabled}
                options={ruleRoles.map((value) => ({ value, title: roleTitle(value) }))}
                onValueChange={(role) => onChange(changeRule(rules, index, { role }))}
              />
              <IconButton
                icon="arrow-up"
                label={`Move rule ${index + 1} up`}
                disabled={disabled || index === 0}
                onClick={() => onChange(moveRule(rules, index, index - 1))}
              />
              <IconButton
                icon="arrow-down"
                label={`Move rule ${index + 1} down`}
                disabled={disabled || index === rules.length - 1}
                onClick={() => onChange(moveRule(rules, index, index + 1))}
              />
              <IconButton
                icon="close"
                label={`Remove rule ${index + 1}`}
                disabled={disabled}
                onClick={() => onChange(withoutRule(rules, index))}
              />
            </li>
          ))}
        </ol>
      )}
      <Button
        size="small"
        icon="add"
        disabled={disabled || rules.length >= mostRules}
        onClick={() => {
          onChange([...rules, { glob: '', role: 'skip' }]);
          requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus());
        }}
      >
        Add rule
      </Button>
    </div>
  );
}
