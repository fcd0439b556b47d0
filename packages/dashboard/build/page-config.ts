/** How the page is built, for the build itself and for the development server. */
import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { precompress } from './precompress.ts';

/** Browsers of the last two years: they know `light-dark()`, so the tokens stay as they are written. */
const browsers = ['chrome123', 'edge123', 'firefox128', 'safari17.5'];

export const pageConfig: InlineConfig = {
  configFile: false,
  root: fileURLToPath(new URL('..', import.meta.url)),
  base: '/dashboard/',
  plugins: [react(), tailwind(), precompress()],
  build: {
    target: browsers,
    cssTarget: browsers,
    // A font inside a style sheet would need `data:` in the page's policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
};
