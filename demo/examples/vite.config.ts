// The pages of three frameworks as one build. What a merchant needs of it: Vue has to be told that the elements are no
// components; React and Svelte need nothing.
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
