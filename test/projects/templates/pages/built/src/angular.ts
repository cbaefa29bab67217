// Compiled in the browser, with the change detection of zone.js.
import 'zone.js'
import '@angular/compiler'
import { Component, CUSTOM_ELEMENTS_SCHEMA, provideZoneChangeDetection } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import 'payin-checkout/define'

const counted = globalThis as unknown as { checks: number }
counted.checks = 0

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
        [sentences]="{ cancel: 'Not now' }"
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
  ngDoCheck() {
    counted.checks++
  }
}

bootstrapApplication(Page, { providers: [provideZoneChangeDetection()] }).catch(console.error)
