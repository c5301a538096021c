import { HubError } from '../../contract/errors.ts';
import type { CallGraph } from '../../contract/reading.ts';
import type { Connection } from '../../store/database.ts';
import { GraphReader, type SeenEdge } from '../../store/graph-reader.ts';

/** Most edges that are given in one direction. */
const mostEdges = 200;

/** Who calls what a chunk shows, what it calls and yields. Throws `not-found` for an id that no chunk has. */
export function callGraphOf(connection: Connection, chunkId: string): CallGraph {
  const reader = new GraphReader(connection);
  const chunk = reader.chunk(chunkId);
  if (chunk === null)
    throw new HubError('not-found', `There is no chunk ${chunkId} any more; its file may have changed. Search again for it.`, {
      chunkId,
    });
  const callers = reader.callersOfChunk(chunk.row, mostEdges);
  const callees = reader.calleesOfChunk(chunk.row, mostEdges);
  const shown = ({ kind, place, name, line, confidence }: SeenEdge): CallGraph['callers'][number] => ({
    kind,
    place,
    name,
    line,
    confidence,
  });
  return {
    symbol: chunk.symbol,
    callers: callers.edges.map(shown),
    callees: callees.edges.map(shown),
    more: { callers: callers.more, callees: callees.more },
  };
}
