/**
 * A light element tree, the same for what we read and what we write. An attribute without a
 * namespace is keyed by its name, one with a namespace by `{uri}name`.
 */

import { EppSyntaxError } from '../errors.ts';

export interface XmlElement {
  readonly uri: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
}

export type XmlNode = XmlElement | string;

/** Attributes that are undefined are left out, so that callers need no conditionals. */
export type AttributeInput = Readonly<Record<string, string | undefined>>;

/** Children that are undefined are left out; lists are flattened. */
export type ChildInput = XmlNode | undefined | readonly (XmlNode | undefined)[];

/** Builds and finds the elements of one namespace. */
export interface Vocabulary {
  readonly uri: string;
  element(name: string, attributes: AttributeInput, ...children: ChildInput[]): XmlElement;
  /** An element that holds only text. */
  leaf(name: string, text: string): XmlElement;
  /** The same, or nothing when there is no value; an empty string is a value. */
  optionalLeaf<T>(
    name: string,
    value: T | undefined,
    write: (value: T) => string,
  ): XmlElement | undefined;
  /** The first of the elements that has this name. */
  find(elements: readonly XmlElement[], name: string): XmlElement | undefined;
  child(parent: XmlElement, name: string): XmlElement | undefined;
  requiredChild(parent: XmlElement, name: string): XmlElement;
  children(parent: XmlElement, name: string): XmlElement[];
  /** The collapsed text of a child, which must be there. */
  token(parent: XmlElement, name: string): string;
  optionalToken(parent: XmlElement, name: string): string | undefined;
}

export function vocabulary(uri: string): Vocabulary {
  const element: Vocabulary['element'] = (name, attributes, ...children) => {
    const present = Object.entries(attributes).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value] as const],
    );
    return {
      uri,
      name,
      attributes: Object.fromEntries(present),
      children: children.flat().filter((child) => child !== undefined),
    };
  };
  const matches = (name: string) => (candidate: XmlElement) =>
    candidate.uri === uri && candidate.name === name;
  const children: Vocabulary['children'] = (parent, name) =>
    childElements(parent).filter(matches(name));
  const find: Vocabulary['find'] = (elements, name) => elements.find(matches(name));
  const child: Vocabulary['child'] = (parent, name) => find(childElements(parent), name);
  const requiredChild: Vocabulary['requiredChild'] = (parent, name) => {
    const found = child(parent, name);
    if (found === undefined) throw new EppSyntaxError(`<${parent.name}> lacks <${name}>`, 2003);
    return found;
  };
  return {
    uri,
    element,
    leaf: (name, text) => element(name, {}, text),
    optionalLeaf: (name, value, write) =>
      value === undefined ? undefined : element(name, {}, write(value)),
    find,
    child,
    requiredChild,
    children,
    token: (parent, name) => tokenOf(requiredChild(parent, name)),
    optionalToken: (parent, name) => {
      const found = child(parent, name);
      return found === undefined ? undefined : tokenOf(found);
    },
  };
}

export function childElements(parent: XmlElement): XmlElement[] {
  return parent.children.filter((child) => typeof child !== 'string');
}

/** All text below an element, exactly as it was sent. */
export function textOf(element: XmlElement): string {
  return element.children
    .map((child) => (typeof child === 'string' ? child : textOf(child)))
    .join('');
}

/** Text as XML Schema's `token` reads it: runs of white space are one space, none at the ends. */
export function tokenOf(element: XmlElement): string {
  return collapse(textOf(element));
}

export function collapse(text: string): string {
  return text.replace(/[\t\n\r ]+/g, ' ').replace(/^ | $/g, '');
}
