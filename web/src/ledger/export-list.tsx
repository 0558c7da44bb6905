import { type Endpoint, type EventExportFormat, type InputOf, listExportFormats } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useState } from 'react';
import { pathOf } from '../api/call.ts';
import { Select } from '../ui/select.tsx';
import { DownloadButton } from './download-button.tsx';

type Props<E extends Endpoint> = {
  readonly endpoint: E;
  /** The filter of the list on the screen. */
  readonly query?: Omit<Extract<InputOf<E>, { readonly query?: unknown }>['query'], 'format'>;
  /** What the file is named after. */
  readonly name: string;
  readonly formats?: readonly EventExportFormat[];
  readonly children: string;
};

/** Saves all rows of a list as a file, with the filter that the screen shows. */
export function ExportList<E extends Endpoint>({
  endpoint,
  query,
  name,
  formats = listExportFormats,
  children,
}: Props<E>) {
  const [format, setFormat] = useState<EventExportFormat>('csv');
  const path = pathOf(endpoint, { query: { ...query, format } });
  return (
    <div className="flex flex-wrap items-start gap-2">
      <Select
        label={t('Format of the export')}
        className="w-32"
        value={format}
        options={formats.map((value) => ({ value, label: formatTitles[value] }))}
        onPick={(value) => setFormat(formats.find((each) => each === value) ?? 'csv')}
      />
      <DownloadButton key={path} path={path} fileName={`${name}.${format}`}>
        {children}
      </DownloadButton>
    </div>
  );
}

const formatTitles: Readonly<Record<EventExportFormat, string>> = {
  csv: 'CSV',
  ndjson: 'NDJSON',
  parquet: 'Parquet', // Not translated: a name.
};
