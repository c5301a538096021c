import { MessageChannelMain, utilityProcess, type MessagePortMain } from 'electron';
import { join } from 'node:path';
import type { WireError } from '../contract/errors.ts';
import type { Logger } from '../core/logger.ts';
import { portChannel } from '../rpc/adapters/port.ts';
import { systemClock } from '../rpc/clock.ts';
import { serviceEnvironment } from './service-environment.ts';
import { ServiceSupervisor } from './service-supervisor.ts';

interface ServiceOptions {
  appPath: string;
  version: string;
  dataDirectory: string;
  logger: Logger;
}

/** The service in a utility process of its own, so that neither a slow query nor a crash of a native part is felt in the window. */
export class DesktopService {
  readonly #supervisor: ServiceSupervisor<MessagePortMain>;

  constructor({ appPath, version, dataDirectory, logger }: ServiceOptions) {
    this.#supervisor = new ServiceSupervisor({
      logger,
      clock: systemClock,
      refuse: refusePort,
      fork: (events) => {
        const child = utilityProcess.fork(
          join(appPath, 'out', 'main', 'service-process.js'),
          [`--app-version=${version}`, `--data-dir=${dataDirectory}`],
          { serviceName: 'Context Hub service', env: serviceEnvironment(process.env), stdio: 'inherit' },
        );
        child.on('spawn', () => events.onSpawn());
        child.on('message', (message: unknown) => events.onMessage(message));
        child.on('exit', (code) => events.onExit(code));
        return {
          connect: (port) => child.postMessage({ kind: 'connect' }, [port]),
          stop: () => child.postMessage({ kind: 'stop' }),
          kill: () => child.kill(),
        };
      },
    });
  }

  start(): void {
    this.#supervisor.start();
  }

  stop(): Promise<void> {
    return this.#supervisor.stop();
  }

  /** A new connection; what is returned is the client's end. The other is the service's, and main is not between them. */
  open(): MessagePortMain {
    const { port1, port2 } = new MessageChannelMain();
    this.#supervisor.connect(port1);
    return port2;
  }
}

/** The client's side of the protocol takes an error without a request for the end of the connection. */
function refusePort(port: MessagePortMain, error: WireError): void {
  const channel = portChannel(port);
  channel.send({ type: 'error', id: null, error });
  channel.close(error.message);
}
