/** npm run api-document: writes docs/api.md from the contract. */
import { writeFileSync } from 'node:fs';
import { apiDocument, apiDocumentFile } from './api-document.ts';

writeFileSync(apiDocumentFile, apiDocument());
