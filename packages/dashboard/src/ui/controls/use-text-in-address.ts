/** Text that is kept in the URL. Typing shows at once; the URL follows after a short pause. */
import { useEffect, useRef, useState } from 'react';

const restMs = 200;

export function useTextInAddress(
  inAddress: string,
  write: (text: string | undefined) => void,
): readonly [string, (text: string) => void] {
  const [text, setText] = useState(inAddress);
  const written = useRef(inAddress);
  const writeNow = useRef(write);
  writeNow.current = write;

  // The URL was changed by navigation.
  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    setText(inAddress);
  }, [inAddress]);

  useEffect(() => {
    if (text === written.current) return;
    const page = window.location.pathname;
    const timer = setTimeout(() => {
      // A visitor who has gone on meanwhile, to a page that is still loading, is not called back.
      if (window.location.pathname !== page) return;
      written.current = text;
      writeNow.current(text.trim() === '' ? undefined : text);
    }, restMs);
    return () => clearTimeout(timer);
  }, [text]);

  return [text, setText];
}
