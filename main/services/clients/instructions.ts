/** A paragraph for CLAUDE.md, AGENTS.md and their like: agents under-use tools that nobody tells them when to use. */
export const agentInstructions = `## Context Hub

Documentation, examples and source of the libraries used here are indexed by the MCP server \`context-hub\`.

- Before you use or change code of a library: \`search_docs\` for how something is meant, \`search_examples\` for how it is done, \`search_api\` for classes and methods.
- Then read: \`get_doc\`, \`get_example\`, \`get_code_snippet\`; \`trace_calls\` for who calls what.
- \`check_deprecation\` before you write the name of a class, method or parameter from memory.
- Use grep and file reads for this project's own files and for exact strings. If the hub finds nothing, say so with \`report_feedback\`, then grep.
`;
