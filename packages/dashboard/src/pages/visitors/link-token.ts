/** The token of an emailed or printed link. It is in the fragment, so that no server logs it. */
import { useEffect, useState } from 'react';

/** Follows a link that is pasted into the open page: browsers do not load the page again for it. */
export function useLinkToken(): string | null {
  const [token, setToken] = useState(linkToken);
  useEffect(() => {
    // Leaving the page also empties the fragment; the token stays until then.
    const follow = () => setToken((before) => linkToken() ?? before);
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return token;
}

/** Tokens are base64url: anything else is no token. */
function linkToken(): string | null {
  return /^#([\w-]+)$/.exec(window.location.hash)?.[1] ?? null;
}
