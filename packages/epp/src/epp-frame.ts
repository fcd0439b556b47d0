/** The <epp> element around every frame, RFC 5730 section 2.1. */

import { EppSyntaxError } from './errors.ts';
import { epp } from './vocabularies.ts';
import type { XmlElement } from './xml/xml-element.ts';

export type FrameKind = 'hello' | 'greeting' | 'command' | 'response';

/** The child of <epp>, when it is of this kind. */
export function frameOf(root: XmlElement, kind: FrameKind): XmlElement | undefined {
  return epp.find([root], 'epp') && epp.child(root, kind);
}

export function requireFrameOf(root: XmlElement, kind: FrameKind): XmlElement {
  const found = frameOf(root, kind);
  if (found === undefined) throw new EppSyntaxError(`the frame is not an EPP ${kind}`);
  return found;
}
