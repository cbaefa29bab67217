import { mount } from 'svelte'
import Page from './page.svelte'

const target = document.getElementById('app')
if (target) mount(Page, { target, props: { order: target.dataset.order } })
