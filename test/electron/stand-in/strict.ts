/** Members that JavaScript itself asks for; they say nothing about the app. */
const innocent = new Set([
  'then',
  'toJSON',
  'constructor',
  'inspect',
  'nodeType',
  'asymmetricMatch',
  'domain',
  'captureRejections',
]);

/** The same object, except that asking for a member that it lacks throws and names it, instead of answering `undefined`. */
export function strict<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(object, key) {
      if (typeof key === 'string' && !(key in object) && !innocent.has(key))
        throw new Error(`The stand-in for Electron has no ${name}.${key}: add it there, with Electron's own order and refusals.`);
      const value: unknown = Reflect.get(object, key, object);
      return typeof value === 'function' && key !== 'constructor' ? (value.bind(object) as unknown) : value;
    },
  });
}
