import { type Message, richText } from '@touchline/core/language';
import { createElement, Fragment, type ReactNode } from 'react';

type Values = Readonly<Record<string, string | number | ((content: ReactNode) => ReactNode)>>;

/** Returns a message with elements: `rich('New here? <link>Sign up</link>', { link: (text) => <a href="/register">{text}</a> })`. */
export const rich = <const Text extends string>(
  message: (string extends Text ? never : Text) | Message,
  values: Values,
): ReactNode => createElement(Fragment, undefined, ...richText<ReactNode, Text>(message, values));
