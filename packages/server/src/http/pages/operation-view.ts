/** One endpoint on /reference: what it takes, what it answers, and the form that calls it. */
import { exampleLines } from '@hostmaster/contract';
import type { Body, Components, Operation, Parameter } from './document-parts.ts';
import { exampleBlocks } from './example-blocks.ts';
import { code, type Html, html, nothing, prose } from './html.ts';
import { type Field, type Schemas, schemaFields, typeName } from './schema-fields.ts';

interface Listed {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

interface Context {
  readonly components: Components;
  readonly publicUrl: string;
}

export function operationView(listed: Listed, context: Context): Html {
  const { path, method, operation } = listed;
  const { operationId: id, summary, description, parameters, requestBody } = operation;
  const { schemas } = context.components;
  const body = requestBody?.content['application/json'];
  const answer = Object.entries(operation.responses['200']?.content ?? {})[0];
  return html`<details class="card operation" id="${id}">
<summary><span class="method method-${method.toLowerCase()}">${method}</span> <span class="path">${path}</span> <span class="summary">${summary}</span></summary>
<div class="inner">
<p class="muted">${prose(description)}</p>
${fieldList(
  'Parameters',
  parameters.map((one) => parameterField(one, context)),
)}
${body === undefined ? nothing : fieldList('Body', schemaFields(body.schema, schemas))}
${answer === undefined ? nothing : answerView(answer, schemas)}
<h3>Example</h3>
${exampleBlocks(exampleLines(id, context.publicUrl), answer?.[1].example)}
<h3>Errors</h3>
<ul class="plain errors">${errorCodes(operation, context.components).map(
    ({ status, name }) =>
      html`<li><span class="status">${status}</span> <a href="#error-${name}">${code(name)}</a></li>`,
  )}</ul>
${consoleForm(listed)}
</div>
</details>`;
}

function parameterField({ name, in: where, ...rest }: Parameter, { components }: Context): Field {
  return {
    path: name,
    type: `${typeName(rest.schema, components.schemas)}, in the ${where}`,
    isRequired: rest.required,
    description: rest.description ?? '',
  };
}

function answerView([mediaType, { schema }]: readonly [string, Body], schemas: Schemas): Html {
  if (mediaType === 'application/json') return fieldList('Answer', schemaFields(schema, schemas));
  return html`<h3>Answer</h3><p>A file of the type ${code(mediaType)}.</p>`;
}

function fieldList(title: string, fields: readonly Field[]): Html {
  if (fields.length === 0) return nothing;
  const rows = fields.map(
    ({ path, type, isRequired, description }) =>
      html`<div class="row"><dt>${code(path)} <span class="muted">${type}${isRequired ? '' : ', optional'}</span></dt><dd>${prose(description)}</dd></div>`,
  );
  return html`<h3>${title}</h3><dl class="fields">${rows}</dl>`;
}

/** In the order of their status. */
function errorCodes(operation: Operation, { responses }: Components) {
  return Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, response]) => {
      const named = response.$ref?.slice(response.$ref.lastIndexOf('/') + 1);
      const found = named === undefined ? response : responses[named];
      const names = [...(found?.description ?? '').matchAll(/^`(\w+)`: /gm)];
      return names.map(([, name = '']) => ({ status, name }));
    });
}

/** Shown by the script of the page; without it there is nothing to send. */
function consoleForm({ path, method, operation }: Listed): Html {
  const { operationId: id, parameters, requestBody } = operation;
  const inputs = parameters.map(({ name, in: where, required, example }) => {
    const inputId = `${id}-${name}`;
    return html`<div class="field"><label for="${inputId}">${name}${required ? '' : html` <span class="muted">optional</span>`}</label><input id="${inputId}" name="${name}" data-in="${where}" placeholder="${String(example ?? '')}" autocomplete="off" spellcheck="false"${required ? html` required` : nothing}></div>`;
  });
  const example = requestBody?.content['application/json']?.example;
  const body =
    requestBody === undefined
      ? nothing
      : html`<div class="field wide"><label for="${id}-body">Body</label><textarea id="${id}-body" data-in="body" rows="8" spellcheck="false">${JSON.stringify(example, null, 2) ?? ''}</textarea></div>`;
  return html`<form class="console" data-method="${method}" data-path="${path}" aria-label="Try ${method} ${path}" hidden>
<h3>Try it</h3>
<div class="inputs">${inputs}${body}</div>
<button type="submit">Send request</button>
<div class="result" role="status"></div>
</form>`;
}
