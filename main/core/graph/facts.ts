/**
 * What one file says about names and calls: enough to resolve its calls, and those of other files into it, without reading its
 * text again. Plain arrays of strings, since thousands of files are stored this way; line numbers stand only where a change of
 * them cannot concern another file.
 */

/**
 * A type as far as it is known: `''` unknown, `:A|b.C` the classes of an annotation, `=self._x.make()` whatever that expression
 * gives. Expressions are paths: names and attributes joined by dots, `()` behind what is called, generic arguments left out;
 * `<A|b.C>` in front stands for an instance of these.
 */
export type TypeText = string;

/** What a name stands for where it is bound. */
export type Binding =
  | readonly ['module', module: string]
  | readonly ['from', module: string, name: string]
  | readonly ['value', type: TypeText]
  | readonly ['function', returns: TypeText, kind: FunctionKind]
  | readonly ['class', bases: readonly string[], members: readonly Member[]];

export type FunctionKind = '' | 'property' | 'static' | 'class';

/** A name and what it stands for; a name that is bound twice is listed twice. */
export type Member = readonly [name: string, binding: Binding];

/** The names of a module, which other files may ask for. */
export interface ModuleNames {
  names: readonly Member[];
  /** Modules whose names are all taken over (`from x import *`). */
  stars: readonly string[];
  /** `__all__`; null where it is not given. */
  exports: readonly string[] | null;
}

/** `?` marks a callee that is no path (`items[0].run`): it is shown and never resolved. */
export type Reference = readonly [kind: 'calls' | 'yields', path: string, line: number];

/** The calls of one executable body, with what its own names stand for. */
export interface ScopeReferences {
  /** Qualified name of the function or class; empty for the module's own statements. */
  name: string;
  /** The class whose method this is, or whose body. */
  owner: string | null;
  /** Name of the parameter that is the instance, or the class; null where there is none. */
  self: string | null;
  cls: string | null;
  /** Names that the body binds itself, as far as its references begin with them. */
  locals: readonly (readonly [name: string, type: TypeText])[];
  imports: readonly Member[];
  references: readonly Reference[];
}

export interface GraphDefinition {
  /** Qualified within the module: `Outer.Inner.method`. */
  name: string;
  kind: 'class' | 'function' | 'method';
  /** With decorators; 1-based, inclusive. */
  startLine: number;
  endLine: number;
}

export interface FileGraph {
  /** Dotted. */
  module: string;
  isPackage: boolean;
  names: ModuleNames;
  definitions: readonly GraphDefinition[];
  scopes: readonly ScopeReferences[];
}

/** Whether a definition or chunk of this name is the class itself or its constructor: what calling the class runs. */
export function constructorOf(className: string): string {
  return `${className}.__init__`;
}
