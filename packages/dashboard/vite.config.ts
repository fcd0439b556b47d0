/** The development server: `npm run dev -w @hostmaster/dashboard`, beside a service on port 3000. */
import { defineConfig } from 'vite';
import { pageConfig } from './build/page-config.ts';

const service = 'http://127.0.0.1:3000';

const { configFile: _, ...config } = pageConfig;

export default defineConfig({
  ...config,
  server: { port: 5173, proxy: { '/dashboard/api': service, '/v1': service } },
});
