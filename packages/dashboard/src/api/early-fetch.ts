/**
 * Uses the answers that public/start.js has asked for before the page's script was loaded, each once and
 * only at the start; everything else is fetched.
 */
declare global {
  interface Window {
    earlyAnswers?: { readonly answers: Map<string, Promise<Response>>; readonly at: number };
  }
}

const freshMs = 10_000;

export const earlyFetch: typeof fetch = async (input, init) => {
  const answer = (init?.method ?? 'GET') === 'GET' ? takeAnswer(String(input)) : undefined;
  if (answer === undefined) return fetch(input, init);
  // A refusal may be outdated by now, such as after signing in.
  const response = await answer.catch(() => null);
  return response?.ok === true ? response : fetch(input, init);
};

function takeAnswer(url: string): Promise<Response> | undefined {
  const { answers, at } = window.earlyAnswers ?? {};
  if (answers === undefined || at === undefined) return undefined;
  if (performance.now() - at > freshMs) answers.clear();
  const answer = answers.get(url);
  answers.delete(url);
  return answer;
}
