import { requireNotReady, requireReady } from './lifecycle.ts';
import { strict } from './strict.ts';

type Handlers = Pick<
  Electron.Session,
  'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
>;
type Argument<Name extends keyof Handlers> = Parameters<Handlers[Name]>[0];
type ProtocolHandler = Parameters<Electron.Protocol['handle']>[1];

/** What the app has said, for the window and for tests. */
export const spoken: {
  permissionRequest: Argument<'setPermissionRequestHandler'>;
  permissionCheck: Argument<'setPermissionCheckHandler'>;
  devicePermission: Argument<'setDevicePermissionHandler'>;
  schemes: Electron.CustomScheme[] | null;
  protocols: Map<string, ProtocolHandler>;
} = { permissionRequest: null, permissionCheck: null, devicePermission: null, schemes: null, protocols: new Map() };

const defaultSession = strict('session.defaultSession', {
  setPermissionRequestHandler(handler) {
    spoken.permissionRequest = handler;
  },
  setPermissionCheckHandler(handler) {
    spoken.permissionCheck = handler;
  },
  setDevicePermissionHandler(handler) {
    spoken.devicePermission = handler;
  },
} satisfies Handlers);

/** https://www.electronjs.org/docs/latest/api/session: nothing of it before `ready`. */
export const session = strict('session', {
  get defaultSession(): Handlers {
    requireReady('Session');
    return defaultSession;
  },
});

/** https://www.electronjs.org/docs/latest/api/protocol */
export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(schemes) {
    requireNotReady('protocol.registerSchemesAsPrivileged');
    // A second call replaces what the first one said, which nobody wants.
    if (spoken.schemes !== null) throw new Error('protocol.registerSchemesAsPrivileged can be called only once');
    spoken.schemes = schemes;
  },
  handle(scheme, handler) {
    requireReady('protocol.handle');
    if (spoken.protocols.has(scheme)) throw new Error(`The scheme ${scheme} is handled already`);
    spoken.protocols.set(scheme, handler);
  },
} satisfies Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle'> as Pick<
  Electron.Protocol,
  'registerSchemesAsPrivileged' | 'handle'
>);
