// Compiled in the browser, with the change detection of zone.js.
import 'zone.js'
import '@angular/compiler'
import {
  Component,
  CUSTOM_ELEMENTS_SCHEMA,
  enableProdMode,
  isDevMode,
  provideZoneChangeDetection,
} from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import 'payin-checkout/define'

const counted = globalThis as unknown as { checks: number }
counted.checks = 0
const sentences = { cancel: 'Not now' }
if (location.search === '?production') enableProdMode()

@Component({
  selector: '#app',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <button type="button" (click)="isHere = !isHere">Other tab</button>
    <button type="button" (click)="label = 'Buy'">Another label</button>
    @if (isHere) {
      <payin-checkout
        endpoint="/checkout"
        [order]="order"
        [label]="label"
        [context]="{ gift: true }"
        [sentences]="sentences"
        (payment-complete)="paid = paid + 'Order ' + $any($event).detail.reference + ' is paid.'"
      ></payin-checkout>
    }
    <p id="paid">{{ paid }}</p>
  `,
})
class Page {
  order = document.getElementById('app')?.dataset.order
  isHere = true
  label = 'Pay'
  paid = ''
  /** Made anew at each check in production. In development Angular logs an error for that. */
  get sentences() {
    return isDevMode() ? sentences : { ...sentences }
  }
  ngDoCheck() {
    counted.checks++
  }
}

bootstrapApplication(Page, { providers: [provideZoneChangeDetection()] }).catch(console.error)
