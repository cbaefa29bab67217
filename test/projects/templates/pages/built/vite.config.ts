import { svelte } from '@sveltejs/vite-plugin-svelte'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

const isCustomElement = (tag: string) => /^(payin|payout)-/.test(tag)

export default defineConfig({
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } }), svelte()],
  build: {
    rolldownOptions: { input: ['react', 'vue', 'svelte', 'angular'].map((name) => `${name}.html`) },
  },
})
