// The console of /reference. The key is read from its field for each request and stored nowhere.
const shownCharactersMax = 20_000;

const card = document.getElementById('console');
const key = document.getElementById('api-key');
card.hidden = false;
// A browser that goes back to the page would restore the field.
addEventListener('pagehide', () => {
  key.value = '';
});

for (const form of document.querySelectorAll('form[data-method]')) {
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
}

// A link to an endpoint opens it.
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}
addEventListener('hashchange', openTarget);
openTarget();

async function send(form) {
  const result = form.querySelector('.result');
  if (key.value.trim() === '') {
    show(result, 'Enter your API key at the top of the page first.');
    key.focus();
    return;
  }
  const request = requestOf(form);
  if (request.problem !== null) {
    show(result, request.problem);
    return;
  }
  const button = form.querySelector('button');
  button.disabled = true;
  show(result, 'Waiting for the answer…');
  try {
    const answer = await fetch(request.url, request.options);
    await showAnswer(result, answer);
  } catch {
    show(result, 'The service did not answer. Check your connection and send again.');
  } finally {
    button.disabled = false;
  }
}

function requestOf(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  const headers = { 'x-api-key': key.value.trim() };
  let body;
  for (const input of form.querySelectorAll('[data-in]')) {
    const value = input.value.trim();
    const place = input.dataset.in;
    if (place === 'path') path = path.replace(`{${input.name}}`, encodeURIComponent(value));
    else if (value === '') continue;
    else if (place === 'query') query.set(input.name, value);
    else if (place === 'header') headers[input.name] = value;
    else body = value;
  }
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
    try {
      JSON.parse(body);
    } catch (error) {
      return { problem: `The body is not valid JSON: ${error.message}` };
    }
  }
  const search = query.size === 0 ? '' : `?${query}`;
  const options = { method: form.dataset.method, headers, body, credentials: 'omit' };
  return { problem: null, url: `${path}${search}`, options };
}

async function showAnswer(result, answer) {
  const text = await textOf(answer);
  const lines = [`${answer.status} ${answer.statusText}`.trim()];
  for (const name of ['etag', 'ratelimit', 'retry-after', 'x-request-id']) {
    const value = answer.headers.get(name);
    if (value !== null) lines.push(`${name}: ${value}`);
  }
  show(result, `${lines.join('\n')}\n\n${indented(text).slice(0, shownCharactersMax)}`);
  const help = /<(\/help\/[^>]+)>; rel="help"/.exec(answer.headers.get('link') ?? '')?.[1];
  if (help === undefined) return;
  const link = document.createElement('a');
  link.href = help;
  link.textContent = 'About this error';
  result.append(link);
}

async function textOf(answer) {
  const type = answer.headers.get('content-type') ?? '';
  if (!answer.ok || /^(?:application\/json|text\/)/.test(type)) return answer.text();
  const { size } = await answer.blob();
  return `A file of ${size} bytes (${type}).`;
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function show(result, text) {
  const shown = document.createElement('pre');
  shown.textContent = text;
  result.replaceChildren(shown);
}
