// Runs before the first paint and before the page's own script. It applies a chosen theme, so that no
// other one flashes (src/app/theme.ts stores it), loads the files of the page that is opened, and asks
// for its data: on slow networks each of these would wait for the one before.
(() => {
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  } catch {
    // Storage is denied: the system theme applies.
  }

  const [, , workspaceId = '', ...path] = location.pathname.split('/');
  const isWorkspace = workspaceId.startsWith('ws_');
  const isSignIn = workspaceId === 'sign-in';
  root.dataset.page = isWorkspace ? 'workspace' : isSignIn ? 'sign-in' : 'visitor';
  // The form of index.html is there before the script that sends it, which then finds it marked.
  document.addEventListener('submit', (event) => {
    if (event.target.id !== 'early-sign-in') return;
    event.preventDefault();
    event.target.dataset.submitted = 'true';
  });

  const answers = new Map();
  const keep = (url, answer) => {
    answer.catch(() => {});
    answers.set(url, answer);
    return answer;
  };
  window.earlyAnswers = { answers, at: performance.now() };

  // The session names a position in the stream of events. What the page shows is asked for afterwards,
  // so that no event lies between them (src/api/live-updates.ts).
  const session = keep('/dashboard/api/session', fetch('/dashboard/api/session'));
  const ask = (url) =>
    keep(
      url,
      session.then(() => fetch(url)),
    );
  const [section, domain = '', tab] = path;
  const page = section === 'domains' && domain !== '' ? (tab ?? '') : section;
  if (isWorkspace) {
    const base = `/dashboard/api/workspaces/${workspaceId}`;
    if (page === 'overview') ask(`${base}/overview`);
    if (page === 'domains') ask(`${base}/domain-list`);
    if (page === 'dns') {
      ask(`${base}/domains/${domain}`);
      ask(`${base}/v1/domains/${domain}/dns`);
      ask(`${base}/domains/${domain}/publication`);
    }
  }

  // build/page-files.ts writes this list.
  const files = JSON.parse(document.querySelector('meta[name=page-files]')?.content ?? '{}');
  const wanted = isWorkspace ? (files[page] ?? files.shell) : files.visitors;
  for (const href of wanted ?? []) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
})();
