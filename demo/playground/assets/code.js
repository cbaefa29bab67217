// The code for the preview: a pure function of the choice. It contains only chosen values.
import { fontFamilies, htmlText, jsString, jsxValue, svelteText } from './escape.js'

/**
 * @typedef {object} Choice
 * @property {string} tag
 * @property {readonly (readonly [name: string, value: string | true])[]} attributes `true`: there, without a value
 * @property {readonly (readonly [name: string, value: string])[]} tokens
 * @property {string} script its name, such as `payin-checkout-1.0.0.js`
 * @property {string} integrity of the script
 */
/** @typedef {{ file: string, text: string }} CodeFile */

/** @type {Record<string, (choice: Choice) => CodeFile[]>} */
const frameworks = { html, react, vue, svelte }

/**
 * The files to copy.
 * @param {string} framework `html`, `react`, `vue` or `svelte`
 * @param {Choice} choice
 */
export function codeFor(framework, choice) {
  return (frameworks[framework] ?? html)(choice)
}

/**
 * A token's value in CSS; '' for an invalid one.
 * @param {string} name
 * @param {string} value
 */
export function tokenValue(name, value) {
  if (/^#[0-9a-f]{6}$/i.test(value) || /^\d+px$/.test(value)) return value
  return name.endsWith('-font') ? fontFamilies(value) : ''
}

/** @param {Choice} choice */
function html({ tag, attributes, tokens, script, integrity }) {
  const written = attributes.map(([name, value]) => (value === true ? name : `${name}="${htmlText(value)}"`))
  const style = tokens.length > 0 ? ['<style>', indented(css(tag, tokens)), '</style>', ''] : []
  return [
    {
      file: 'index.html',
      text: lines(
        `<script src="/${script}" integrity="${htmlText(integrity)}" crossorigin="anonymous" async></script>`,
        '',
        ...style,
        openTag(tag, written, `></${tag}>`),
        '',
        '<script>',
        `  document.querySelector('${tag}').addEventListener('${eventOf(tag)}', (event) => {`,
        `    ${thanks(tag, 'event.detail')}`,
        '  })',
        '</script>',
      ),
    },
  ]
}

/** @param {Choice} choice */
function react({ tag, attributes, tokens }) {
  const component = pascalCase(tag)
  const handler = `on${pascalCase(eventOf(tag))}`
  const written = attributes.map(([name, value]) => {
    if (value === true) return name
    if (name === 'methods') return `methods={[${value.split(' ').map(jsString).join(', ')}]}`
    return `${name}=${jsxValue(value)}`
  })
  const element = openTag(
    component,
    [...written, `${handler}={({ detail }) => ${thanks(tag, 'detail')}}`],
    ' />',
  )
  return [
    {
      file: 'Checkout.jsx',
      text: lines(
        `import { ${component} } from 'payin-checkout/react'`,
        ...(tokens.length > 0 ? ["import './checkout.css'"] : []),
        '',
        'export function Checkout() {',
        '  return (',
        indented(element, 4),
        '  )',
        '}',
      ),
    },
    ...(tokens.length > 0 ? [{ file: 'checkout.css', text: lines(css(tag, tokens)) }] : []),
  ]
}

/** @param {Choice} choice */
function vue({ tag, attributes, tokens }) {
  const written = attributes.map(([name, value]) => (value === true ? name : `${name}="${htmlText(value)}"`))
  return [
    {
      file: 'Checkout.vue',
      text: lines(
        '<script setup>',
        "import 'payin-checkout/vue'",
        '',
        'function thank({ detail }) {',
        `  ${thanks(tag, 'detail')}`,
        '}',
        '</script>',
        '',
        '<template>',
        indented(openTag(tag, [...written, `@${eventOf(tag)}="thank"`], ' />')),
        '</template>',
        ...(tokens.length > 0 ? ['', '<style scoped>', css(tag, tokens), '</style>'] : []),
      ),
    },
    {
      file: 'vite.config.js',
      text: lines(
        "import vue from '@vitejs/plugin-vue'",
        "import { defineConfig } from 'vite'",
        '',
        'const isCustomElement = (tag) => /^(payin|payout)-/.test(tag)',
        '',
        'export default defineConfig({',
        '  plugins: [vue({ template: { compilerOptions: { isCustomElement } } })],',
        '})',
      ),
    },
  ]
}

/** @param {Choice} choice */
function svelte({ tag, attributes, tokens }) {
  const written = attributes.map(([name, value]) =>
    value === true ? name : `${name}="${svelteText(value)}"`,
  )
  return [
    {
      file: 'Checkout.svelte',
      text: lines(
        '<script>',
        "  import 'payin-checkout/svelte'",
        '',
        '  function thank({ detail }) {',
        `    ${thanks(tag, 'detail')}`,
        '  }',
        '</script>',
        '',
        openTag(tag, [...written, `on${eventOf(tag)}={thank}`], `></${tag}>`),
        ...(tokens.length > 0 ? ['', '<style>', indented(css(tag, tokens)), '</style>'] : []),
      ),
    },
  ]
}

const eventOf = (tag) => (tag === 'payout-claim' ? 'payout-complete' : 'payment-complete')
const thanks = (tag, detail) =>
  `location.assign('/thanks?${tag === 'payout-claim' ? 'payout' : 'order'}=' + ${detail}.reference)`
const lines = (...all) => `${all.join('\n')}\n`
// Not `^`: it also matches after a line separator inside a value.
const indented = (text, by = 2) => text.replace(/(^|\n)(?=.)/g, `$1${' '.repeat(by)}`)
const pascalCase = (name) => name.replace(/(^|-)([a-z])/g, (_, __, letter) => letter.toUpperCase())

/** One attribute a line, if there is more than one. */
function openTag(tag, attributes, end) {
  if (attributes.length < 2) return `<${[tag, ...attributes].join(' ')}${end}`
  return [`<${tag}`, ...attributes.map((attribute) => `  ${attribute}`), end.trim()].join('\n')
}

function css(selector, tokens) {
  return [
    `${selector} {`,
    ...tokens.map(([name, value]) => `  ${name}: ${tokenValue(name, value)};`),
    '}',
  ].join('\n')
}
