/** Plain requests with a key or as a signed-in page; anything but 200 fails. */
export class HttpSession {
  readonly #url: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, apiKey?: string) {
    this.#url = url;
    this.#headers = apiKey === undefined ? { origin: url } : { 'x-api-key': apiKey };
  }

  get<T extends object>(path: string): Promise<T> {
    return this.send('GET', path);
  }

  post<T extends object>(path: string, body: object): Promise<T> {
    return this.send('POST', path, body);
  }

  async getAll(paths: readonly string[]): Promise<Record<string, object>> {
    const answers: Record<string, object> = {};
    for (const path of paths) answers[path] = await this.get(path);
    return answers;
  }

  async send<T extends object>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        ...this.#headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
    const [cookie] = response.headers.getSetCookie();
    if (cookie !== undefined) this.#headers.cookie = cookie.split(';', 1)[0] ?? '';
    const answer = JSON.parse(text) as T & { readonly csrfToken?: string };
    if (answer.csrfToken !== undefined) this.#headers['x-csrf-token'] = answer.csrfToken;
    return answer;
  }
}
