import tailwind from '@tailwindcss/vite';
import type { Endpoint } from '@touchline/core/contract';
import * as contract from '@touchline/core/contract';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { compressedFiles } from './build/compressed-files.ts';
import { firstLoad, flatImports } from './build/first-load.ts';
import { leanLibraries } from './build/lean-libraries.ts';
import { offlineShell } from './build/offline-shell.ts';
import { texts } from './build/texts/plugin.ts';

/** Development and preview proxy the API's paths and socket to `PORT` (4000). */
export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, '..', ['PORT', 'WEB_PORT']);
  const target = `http://localhost:${env['PORT'] ?? 4000}`;
  const proxy = {
    ...Object.fromEntries(apiPaths.map((path) => [path, { target, bypass: screenOf }])),
    '/socket.io': { target, ws: true },
  };
  const port = Number(env['WEB_PORT'] ?? 5173);
  return {
    plugins: [
      react(),
      tailwind(),
      leanLibraries(),
      texts(),
      offlineShell(import.meta.dirname),
      firstLoad(),
      flatImports(),
      compressedFiles(),
    ],
    // React has this hook since version 18; the shim is for older versions.
    resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
    server: { port, proxy },
    preview: { port, proxy },
    build: {
      target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
      // The preload list would add 2 kB to Home.
      modulePreload: { polyfill: false, resolveDependencies: () => [] },
      // One file for Home: it is always needed whole, and compresses better.
      rolldownOptions: {
        output: { codeSplitting: { groups: [{ name: 'home', tags: ['$initial'] }] } },
        // Neither package declares this; without it every transport stays in.
        treeshake: {
          moduleSideEffects: [{ test: /[\\/](engine|socket)\.io-(client|parser)[\\/]/, sideEffects: false }],
        },
      },
    },
  };
});

/** The beginnings of the API's addresses, such as `/bet`. */
const apiPaths = Object.entries(contract)
  .flatMap(([name, table]) => (name.endsWith('Endpoints') ? Object.values(table as Record<string, Endpoint>) : []))
  .map(({ path }) => `/${path.split('/')[1]}`);

/** Serves the app for page navigations, even if the path starts like one of the API's. */
const screenOf = (request: { headers: { accept?: string | undefined } }) =>
  request.headers.accept?.includes('text/html') ? '/index.html' : undefined;
