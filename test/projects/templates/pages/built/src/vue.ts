import { createApp } from 'vue'
import Page from './page.vue'

const app = document.getElementById('app')
createApp(Page, { order: app?.dataset.order }).mount('#app')
