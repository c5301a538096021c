import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** One pixel. */
const image = {
  type: 'image' as const,
  mimeType: 'image/png',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
};
/** No sample at all. */
const audio = {
  type: 'audio' as const,
  mimeType: 'audio/wav',
  data: 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=',
};
const text = (value: string): { type: 'text'; text: string } => ({ type: 'text', text: value });
const embedded = (uri: string): { type: 'resource'; resource: { uri: string; mimeType: string; text: string } } => ({
  type: 'resource',
  resource: { uri, mimeType: 'text/plain', text: 'This is an embedded resource content.' },
});

/** What the conformance suite asks a server for, beside what it has: content of every kind, progress, resources, prompts. */
export function addConformanceFixtures(server: McpServer): McpServer {
  const inputSchema = z.object({});
  const answers = {
    test_simple_text: [text('This is a simple text response for testing.')],
    test_image_content: [image],
    test_audio_content: [audio],
    test_embedded_resource: [embedded('test://embedded-resource')],
    test_multiple_content_types: [text('Multiple content types test:'), image, embedded('test://mixed-content-resource')],
  };
  for (const [name, content] of Object.entries(answers))
    server.registerTool(name, { description: name, inputSchema }, () => ({ content }));
  server.registerTool('test_error_handling', { description: 'fails', inputSchema }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool('test_tool_with_progress', { description: 'reports', inputSchema }, async (_, context) => {
    const progressToken = context.mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100])
      if (progressToken !== undefined)
        await context.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
    return { content: [text('done')] };
  });
  server.registerResource('static text', 'test://static-text', { mimeType: 'text/plain' }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
  }));
  server.registerResource('static binary', 'test://static-binary', { mimeType: 'image/png' }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'image/png', blob: image.data }],
  }));
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    {},
    (uri, { id }) => ({
      contents: [
        { uri: uri.href, mimeType: 'application/json', text: JSON.stringify({ id, data: `Data for ID: ${String(id)}` }) },
      ],
    }),
  );
  const said = (...content: (ReturnType<typeof text> | typeof image | ReturnType<typeof embedded>)[]) => ({
    messages: content.map((part) => ({ role: 'user' as const, content: part })),
  });
  server.registerPrompt('test_simple_prompt', { description: 'simple' }, () =>
    said(text('This is a simple prompt for testing.')),
  );
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'arguments', argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) },
    ({ arg1, arg2 }) => said(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'resource', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => said(embedded(resourceUri), text('Please process the embedded resource above.')),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'image' }, () =>
    said(image, text('Please analyze the image above.')),
  );
  return server;
}
