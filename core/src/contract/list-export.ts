import * as z from 'zod/mini';
import type { Access } from './endpoint.ts';

export const listExportFormats = ['csv', 'ndjson'] as const;
export type ListExportFormat = (typeof listExportFormats)[number];

type List<Path extends string, Allowed extends Access, Filter extends z.core.$ZodLooseShape> = {
  /** The path of the list. */
  readonly path: `/${Path}`;
  readonly access: Allowed;
  readonly tag: string;
  readonly summary: string;
  /** The fields of the list's query that choose rows. */
  readonly filter: Filter;
};

/** Declares the export of a list: all rows that its filter finds, as a file, under the path of the list. */
export const exportOf = <
  const Path extends string,
  const Allowed extends Access,
  const Filter extends z.core.$ZodLooseShape,
>({
  path,
  access,
  tag,
  summary,
  filter,
}: List<Path, Allowed, Filter>) =>
  ({
    method: 'GET',
    path: `${path}/export`,
    access,
    tag,
    summary,
    query: z.object({ ...filter, format: z._default(z.enum(listExportFormats), 'csv') }),
    file: { description: 'One row per line', types: ['text/csv', 'application/x-ndjson'] },
  }) as const;
