/** What the service's own pages have in common: head, header and footer. They work without a script. */
import { type Html, html, nothing } from './html.ts';

export const assetsPath = '/help/assets';

const logo = html`<svg aria-hidden="true" viewBox="0 0 32 32" class="logo"><rect width="32" height="32" rx="8" class="logo-ground" /><path d="M10 8v16M22 8v16M10 16h12" stroke-width="3.2" stroke-linecap="round" class="logo-line" /><circle cx="16" cy="16" r="3.4" stroke-width="2.4" class="logo-dot" /></svg>`;

const places = [
  { path: '/reference', label: 'API reference' },
  { path: '/help/errors', label: 'Errors' },
  { path: '/dashboard', label: 'Dashboard' },
] as const;

export function pageFrame(page: {
  /** Null for a page that only strangers open, by its own address: it leads nowhere else. */
  readonly path: (typeof places)[number]['path'] | null;
  readonly title: string;
  readonly body: Html;
  /** The file of its script. */
  readonly script?: string;
}): string {
  const links = places.map(({ path, label }) =>
    path === page.path
      ? html`<a class="place" href="${path}" aria-current="page">${label}</a>`
      : html`<a class="place" href="${path}">${label}</a>`,
  );
  const nav = page.path === null ? nothing : html`<nav aria-label="Pages">${links}</nav>`;
  const robots = page.path === null ? html`<meta name="robots" content="noindex">` : nothing;
  const script =
    page.script === undefined
      ? nothing
      : html`<script type="module" src="${assetsPath}/${page.script}"></script>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${robots}
<title>${page.title} · Hostmaster</title>
<link rel="icon" href="/dashboard/favicon.svg" type="image/svg+xml">
<script src="${assetsPath}/theme.js"></script>
<link rel="stylesheet" href="${assetsPath}/pages.css">
${script}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top"><a class="brand" href="/dashboard">${logo}<span>Hostmaster</span></a>${nav}</header>
${page.body}
</body>
</html>
`.text;
}
