/** What our own server is told; everything else keeps Chroma's default. */
export interface ChromaConfiguration {
  port: number;
  persistPath: string;
  /** The one web origin that the server acknowledges, see chroma-heartbeat.ts. */
  marker: string;
}

/**
 * The server's configuration file. Never flags: a server started by flags prints every request. The listen address must be
 * said, since the default is every interface. JSON strings are valid YAML, so that any path can be written.
 */
export function chromaConfigurationYaml(configuration: ChromaConfiguration): string {
  return [
    `port: ${configuration.port}`,
    'listen_address: "127.0.0.1"',
    `persist_path: ${JSON.stringify(configuration.persistPath)}`,
    'allow_reset: false',
    `cors_allow_origins: [${JSON.stringify(configuration.marker)}]`,
    '',
  ].join('\n');
}

/**
 * The environment for the server: ours without what would change it. Measured: CHROMA_PORT and CHROMA_LISTEN_ADDRESS win
 * over the configuration file, so a variable left over in a shell could open the server to the network.
 */
export function chromaEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(([name]) => !/^(CHROMA|OTEL|PYTHON|NODE_OPTIONS|RUST_LOG)/i.test(name));
  return Object.fromEntries(kept);
}
