// The pages of three frameworks as one build. A merchant needs only this: configure Vue to treat the elements as custom
// elements. React and Svelte need nothing.
import { svelte } from '@sveltejs/vite-plugin-svelte'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

const isCustomElement = (tag: string) => /^(payin|payout)-/.test(tag)

export default defineConfig({
  root: import.meta.dirname,
  base: '/examples/',
  publicDir: false,
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } }), svelte()],
  build: {
    outDir: '../../.cache/examples/pages',
    emptyOutDir: true,
    rolldownOptions: {
      input: ['react', 'vue', 'svelte'].map((name) => `${import.meta.dirname}/${name}/index.html`),
    },
  },
})
