import { readFile } from 'node:fs/promises';
import { securityHeaders } from '../host/content-security-policy.ts';
import { staticFile } from '../host/static-file.ts';
import { appHost, appSchemeName } from './app-origin.ts';

/** As much of a request as decides the answer. */
export interface AppRequest {
  url: string;
  method: string;
}

/** Answers a request for the app's scheme from the built interface in `root`. Every answer carries the content policy. */
export async function answerAppRequest(root: string, request: AppRequest): Promise<Response> {
  if (!URL.canParse(request.url)) return refusal(400, 'This is no address.');
  const url = new URL(request.url);
  if (url.protocol !== `${appSchemeName}:` || url.host !== appHost) return refusal(404, 'There is nothing under this name.');
  if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405, 'Only GET and HEAD are answered.');
  const file = staticFile(root, url.pathname === '' ? '/' : url.pathname);
  if (file === null) return refusal(404, 'There is no such file.');
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await readFile(file.path));
  } catch {
    return refusal(404, 'There is no such file.');
  }
  return new Response(request.method === 'HEAD' ? null : bytes, {
    status: 200,
    headers: { ...securityHeaders(), 'content-type': file.contentType, 'cache-control': file.cacheControl },
  });
}

function refusal(status: number, text: string): Response {
  return new Response(text, { status, headers: { ...securityHeaders(), 'content-type': 'text/plain; charset=utf-8' } });
}
