import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Builds the staff web app into `web/dist`, which the server serves under `/app/`. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [react()],
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2023', reportCompressedSize: false, manifest: true },
  server: {
    // `npm run dev:web`: the pages from their sources, the API from a server that runs beside.
    proxy: { '^/(?!app/)': process.env.OCTAVO_URL ?? 'http://127.0.0.1:9130' },
  },
})
