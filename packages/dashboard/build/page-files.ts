/**
 * Lists the files of the pages that people open first in index.html, where public/start.js reads them:
 * otherwise the browser would find them only after the first script has run.
 */
import type { Plugin, Rolldown } from 'vite';

const shell = 'src/app/shell.tsx';

/** By page, as public/start.js names it. */
const modules: Readonly<Record<string, readonly string[]>> = {
  visitors: ['src/pages/visitors/sign-in-page.tsx'],
  shell: [shell],
  overview: [shell, 'src/pages/overview/overview-page.tsx'],
  domains: [shell, 'src/pages/domain-list/domain-list-page.tsx'],
  dns: [shell, 'src/pages/domain/domain-page.tsx', 'src/pages/dns/dns-tab.tsx'],
};

export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle === undefined) throw new Error('The page was built without a bundle.');
        const files = Object.fromEntries(
          Object.entries(modules).map(([page, ids]) => [page, filesOf(bundle, ids)]),
        );
        const text = JSON.stringify(files).replaceAll('"', '&quot;');
        return html.replace(
          'name="page-files" content="{}"',
          `name="page-files" content="${text}"`,
        );
      },
    },
  };
}

/** The chunks of the modules and what they import, without the entry, which index.html names. */
function filesOf(bundle: Rolldown.OutputBundle, ids: readonly string[]): string[] {
  const found = new Set<Rolldown.OutputChunk>();
  const add = (chunk: Rolldown.OutputChunk) => {
    if (found.has(chunk) || chunk.isEntry) return;
    found.add(chunk);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') add(imported);
    }
  };
  for (const id of ids) add(chunkOf(bundle, id));
  return [...found].map(({ fileName }) => `/dashboard/${fileName}`);
}

function chunkOf(bundle: Rolldown.OutputBundle, id: string): Rolldown.OutputChunk {
  const chunk = Object.values(bundle).find(
    (output): output is Rolldown.OutputChunk =>
      output.type === 'chunk' && output.moduleIds.some((module) => module.endsWith(id)),
  );
  if (chunk === undefined) throw new Error(`No file of the page contains ${id}.`);
  return chunk;
}
