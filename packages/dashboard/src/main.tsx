/** The entry point. */
import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { router } from './app/router.ts';
// Listens from the start: what a person does on a visitor's page counts as well.
import './ui/use-has-acted.ts';

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no root.');
const root = createRoot(element);
// Until the page is loaded, index.html shows its frame. The router keeps errors and renders them.
void router.load().then(() =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  ),
);
