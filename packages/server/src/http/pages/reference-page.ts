/** /reference: every endpoint by group, from the OpenAPI document, with a console for the reader's key. */
import { eventTypes, type OpenApiDocument, tags } from '@hostmaster/contract';
import type { Components, Operation } from './document-parts.ts';
import { errorExamplesView, errorsId } from './error-examples-view.ts';
import { code, type Html, html, nothing, prose } from './html.ts';
import { operationView } from './operation-view.ts';
import { pageFrame } from './page-frame.ts';
import { type Schema, type Schemas, schemaFields } from './schema-fields.ts';

export function referencePage(document: OpenApiDocument, publicUrl: string): string {
  const components = document.components as Components;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: operation as Operation,
    })),
  );
  const groups = Object.entries(tags).map(([tag, description]) => {
    const members = operations.filter(({ operation }) => operation.tags.includes(tag));
    return html`<section aria-labelledby="${idOf(tag)}">
<h2 id="${idOf(tag)}">${tag}</h2>
<p class="muted">${description}</p>
${members.map((member) => operationView(member, { components, publicUrl }))}
${tag === 'Events' ? eventTable(components.schemas) : nothing}
</section>`;
  });
  return pageFrame({
    path: '/reference',
    title: 'API reference',
    script: 'console.js',
    body: html`<div class="sides">
<nav class="groups" aria-label="Groups of endpoints"><ul>${Object.keys(tags).map(
      (tag) => html`<li><a class="group" href="#${idOf(tag)}">${tag}</a></li>`,
    )}<li><a class="group" href="#${errorsId}">Errors</a></li></ul></nav>
<main id="content" class="column">
<h1>API reference</h1>
<p class="lead">Domain registration and DNS over HTTP. Every request carries a key in the <code>x-api-key</code> header; keys are created in the dashboard under Settings, API tokens. Bodies and answers are JSON. The same as a machine reads it: <a href="/openapi.json">openapi.json</a>. Examples of the SDK have a <code>client</code> from <code>createClient({ baseUrl, apiKey })</code> of <code>@hostmaster/sdk</code>; those of the command line need <code>hostmaster login</code>, or the key in <code>HOSTMASTER_API_KEY</code> and this address in <code>HOSTMASTER_URL</code>.</p>
<section class="card" aria-labelledby="console-title" id="console" hidden>
<h2 id="console-title">Try it with your key</h2>
<p class="muted" id="key-hint">The key stays in the memory of this page until you close or reload it. Requests are real: they change your workspace and may cost credits.</p>
<label for="api-key">API key</label>
<input id="api-key" type="password" autocomplete="off" spellcheck="false" aria-describedby="key-hint">
</section>
<noscript><p class="card">The console needs JavaScript. Everything else on this page works without it.</p></noscript>
${groups}
${errorExamplesView(publicUrl)}
</main></div>`,
  });
}

function idOf(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-');
}

function eventTable(schemas: Schemas): Html {
  const rows = Object.entries(eventTypes).map(([type, { meaning, data }]) => {
    const fields = schemaFields(data as Schema, schemas).filter(({ path }) => !/^actor/.test(path));
    const names = fields.map(
      ({ path, type: of }) => html`<li>${code(path)} <span class="muted">${of}</span></li>`,
    );
    return html`<div class="row" id="event-${type}"><dt>${code(type)}</dt><dd>${prose(meaning)}${
      names.length === 0 ? nothing : html`<ul class="plain">${names}</ul>`
    }</dd></div>`;
  });
  return html`<h3>Types of events</h3>
<p class="muted">Each event has <code>data.actor</code>, who made the change, and the fields below. Webhooks get the same events.</p>
<dl class="card fields">${rows}</dl>`;
}
