/** How the page is built, for the build itself and for the development server. */
import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { precompress } from './precompress.ts';

/** Browsers of the last two years: they support `light-dark()`, so it is not transpiled. */
const browsers = ['chrome123', 'edge123', 'firefox128', 'safari17.5'];

export const pageConfig: InlineConfig = {
  configFile: false,
  root: fileURLToPath(new URL('..', import.meta.url)),
  base: '/dashboard/',
  plugins: [react(), tailwind(), precompress()],
  build: {
    target: browsers,
    cssTarget: browsers,
    // An inlined font would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
};
