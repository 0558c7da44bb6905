import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeToken } from '../api/client.ts';
import '../testing/render-screen.tsx';
import { DownloadButton, sizeText } from './download-button.tsx';

const network = vi.fn<typeof fetch>();
const saved: string[] = [];
beforeEach(() => {
  saved.length = 0;
  network.mockReset();
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:here', revokeObjectURL: () => {} }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

const show = () =>
  render(
    <DownloadButton path="/ledger/export?format=csv" fileName="export.csv">
      Export (CSV)
    </DownloadButton>,
  );
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('ready: nothing is fetched before the button is pressed', () => {
  show();
  expect(screen.getByRole('status').textContent).toBe('');
  expect(network).not.toHaveBeenCalled();
});
test('saved: the file is fetched with the bearer token and saved under its name', async () => {
  writeToken('tok');
  network.mockResolvedValue(new Response('seq,type\n'));
  show();
  await press('Export (CSV)');
  expect(await screen.findByText('Saved export.csv (9 B).')).toBeTruthy();
  expect(saved).toEqual(['export.csv']);
  expect(new Headers(network.mock.calls[0]?.[1]?.headers).get('authorization')).toBe('Bearer tok');
});
test('running: it can be canceled and started again', async () => {
  network.mockImplementation(
    (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('stopped')))),
  );
  show();
  await press('Export (CSV)');
  await press('Cancel');
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Export (CSV)' }).hasAttribute('disabled')).toBe(false);
});
test("failed: the server's reason is shown, and pressing again retries", async () => {
  network.mockResolvedValueOnce(Response.json({ code: 'x', error: 'Wallet not found.' }, { status: 404 }));
  show();
  await press('Export (CSV)');
  expect(await screen.findByText('Not saved. Wallet not found. Press again to retry.')).toBeTruthy();
  network.mockResolvedValueOnce(new Response('seq\n'));
  await press('Export (CSV)');
  expect(await screen.findByText('Saved export.csv (4 B).')).toBeTruthy();
});
test('where the browser lets the user choose a file, the bytes are streamed to it', async () => {
  const written: string[] = [];
  const decoder = new TextDecoder();
  const file = {
    createWritable: async () =>
      new WritableStream<Uint8Array>({ write: (chunk) => void written.push(decoder.decode(chunk)) }),
  };
  vi.stubGlobal('showSaveFilePicker', async () => file);
  network.mockResolvedValue(new Response('all of it'));
  show();
  await press('Export (CSV)');
  await screen.findByText('Saved export.csv (9 B).');
  expect({ written, saved }).toEqual({ written: ['all of it'], saved: [] });
});
test('closing the file dialog downloads nothing', async () => {
  vi.stubGlobal('showSaveFilePicker', async () => Promise.reject(new DOMException('closed', 'AbortError')));
  show();
  await press('Export (CSV)');
  expect(screen.getByRole('status').textContent).toBe('');
  expect(network).not.toHaveBeenCalled();
});
test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_500, '1.5 kB'],
  [2_340_000_000, '2.3 GB'],
])('%i bytes are shown as %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));
