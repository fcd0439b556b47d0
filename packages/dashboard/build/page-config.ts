/** How the page is built, for the build itself and for the development server. */
import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { pageFiles } from './page-files.ts';
import { precompress } from './precompress.ts';

/** Files below src/, on every system. */
function sources(...paths: readonly string[]): RegExp {
  return new RegExp(`src/(?:${paths.join('|')})`.replaceAll('/', '[\\\\/]'));
}

const shared = sources(
  'app/(?!find/(?!find-anything)|sign-in-again|suspended|not-allowed|denial-text)',
  '(?:api|workspaces)/',
  'credits/balance-query',
  'domains/(?!look-alike|look-up|sandbox-names|renewal-choices|years-choice)',
  'pages/credits/top-up-query',
  'forms/form-card',
  'ui/(?!popups/views/|layout/(?:tabs|table)|controls/(?:select|multi-combobox|checkbox|radio-cards))',
);

/** Browsers of the last two years: they support `light-dark()`, so it is not transpiled. */
const browsers = ['chrome123', 'edge123', 'firefox128', 'safari17.5'];

/**
 * Few files for each page: small ones cost a round trip each on slow networks. What most pages use is in
 * `shell`; heavy controls that some pages use have their own. test/browser/budgets.test.ts has the limits.
 */
const chunks = [
  { name: 'start', tags: ['$initial' as const], priority: 5 },
  {
    name: 'visitors',
    test: sources(
      'pages/visitors/(?!invitation-|kept-invitation|no-workspace-|recovery-|second-factor-card|stop-recovery-)',
      'forms/(?:use-form|form-view|form-fields|required|as-sentence)',
    ),
    priority: 4,
  },
  {
    name: 'shell',
    test: (id: string) =>
      shared.test(id) ||
      /node_modules[\\/](?:lucide-react|punycode|@tanstack[\\/](?:react-query|query-core))[\\/]/.test(
        id,
      ),
    priority: 3,
  },
  { name: 'popups', test: sources('ui/popups/views/'), priority: 2 },
  {
    name: 'purchase',
    test: sources('credits/(?!balance-query)', 'domains/(?:renewal-choices|years-choice)'),
    priority: 2,
  },
  { name: 'activity', test: sources('activity/'), priority: 2 },
  { name: 'table', test: sources('ui/layout/table'), priority: 2 },
  { name: 'select', test: sources('ui/controls/select'), priority: 1 },
  {
    name: 'contacts',
    test: sources('contacts/(?!phone-format)', 'ui/controls/checkbox'),
    priority: 1,
  },
  {
    name: 'keys',
    test: sources('keys/(?!domain-picker|expiry-fields|key-expiry)', 'forms/password-gate'),
    priority: 1,
  },
  { name: 'combobox', test: sources('ui/controls/multi-combobox') },
  { name: 'domain', test: sources('pages/domain/(?:domain-|notice-of|secondaries-query)') },
  {
    name: 'dns',
    test: sources('pages/dns/(?!form/|import/|templates/|history/|incoming-|served-|dig-)'),
  },
];

export const pageConfig: InlineConfig = {
  configFile: false,
  root: fileURLToPath(new URL('..', import.meta.url)),
  base: '/dashboard/',
  plugins: [react(), tailwind(), pageFiles(), precompress()],
  build: {
    target: browsers,
    cssTarget: browsers,
    // An inlined font would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
        // Every first visit loads the names of all files; shorter hashes are refused.
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
    reportCompressedSize: false,
  },
};
