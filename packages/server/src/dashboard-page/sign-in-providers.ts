/**
 * The links to identity providers in the sign-in form of index.html, which is there before the script. The
 * script then renders the same (pages/visitors/sign-in-page.tsx of the dashboard).
 */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { html } from '../http/pages/html.ts';
import type { PageFiles } from './page-files.ts';

export type SignInProviders = readonly { readonly id: string; readonly name: string }[];

const buttonClass =
  'relative inline-flex shrink-0 items-center justify-center rounded-sm font-medium whitespace-nowrap select-none bg-surface text-ink border border-line-strong shadow-control h-10 gap-2 px-4 text-base';

export function withSignInProviders(files: PageFiles, providers: SignInProviders): PageFiles {
  const index = files.get('index.html');
  if (index === undefined || providers.length === 0) return files;
  const links = providers.map(
    ({ id, name }) =>
      html`<a href="/oidc/${id}/start" class="${buttonClass}">Continue with ${name}</a>`,
  );
  const text = index.body.toString('utf8');
  const end = text.indexOf('</form>', text.indexOf('id="early-sign-in"'));
  const body = Buffer.from(`${text.slice(0, end)}${html`${links}`.text}${text.slice(end)}`);
  const encoded = new Map([
    ['br', brotliCompressSync(body)],
    ['gzip', gzipSync(body)],
  ] as const);
  return new Map([...files, ['index.html', { ...index, body, encoded }]]);
}
