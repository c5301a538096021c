/** A call as Cline and Roo had models write it in their XML era: a tag of the tool's name with a tag for each parameter. */
export interface XmlCall {
  name: string;
  parameters: Record<string, string>;
}

const toolNames: readonly string[] =
  'use_mcp_tool access_mcp_resource execute_command read_file write_to_file replace_in_file search_files list_files list_code_definition_names browser_action ask_followup_question attempt_completion new_task plan_mode_respond load_mcp_documentation apply_diff insert_content search_and_replace switch_mode fetch_instructions codebase_search update_todo_list web_fetch web_search'.split(
    ' ',
  );
const opening = new RegExp(`<(${toolNames.join('|')})>`, 'g');
const parameterOpening = /<([a-z_]{1,40})>/g;
const callLimit = 50;

/** The calls in a text of the model, in order. Every closing tag is looked for once, so that the time is linear. */
export function xmlCallsIn(text: string): XmlCall[] {
  const calls: XmlCall[] = [];
  opening.lastIndex = 0;
  for (let match = opening.exec(text); match !== null && calls.length < callLimit; match = opening.exec(text)) {
    const name = match[1]!;
    const start = match.index + match[0].length;
    const end = text.indexOf(`</${name}>`, start);
    // A call that has no end was never made.
    if (end === -1) break;
    calls.push({ name, parameters: parametersIn(text.slice(start, end)) });
    opening.lastIndex = end;
  }
  return calls;
}

function parametersIn(text: string): Record<string, string> {
  const parameters: Record<string, string> = {};
  parameterOpening.lastIndex = 0;
  for (let match = parameterOpening.exec(text); match !== null; match = parameterOpening.exec(text)) {
    const key = match[1]!;
    const start = match.index + match[0].length;
    // What is written into a file may hold the same tags: the last closing one ends it.
    const end = key === 'content' || key === 'diff' ? text.lastIndexOf(`</${key}>`) : text.indexOf(`</${key}>`, start);
    if (end < start) break;
    parameters[key] = text.slice(start, end).trim();
    parameterOpening.lastIndex = end + key.length + 3;
  }
  return parameters;
}

/** Name of the tool whose result a text of the user begins: `[search_files for 'x'] Result:`; null for everything else. */
export function xmlResultOf(text: string): { name: string; rest: string } | null {
  const match = /^\[(\w+)(?: for .{0,2000}?)?\] Result:\s*/s.exec(text.slice(0, 4000));
  return match === null ? null : { name: match[1]!, rest: text.slice(match[0].length) };
}
