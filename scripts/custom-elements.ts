// custom-elements.json: the elements in the format that editors and documentation tools read
// (custom-elements-manifest, schema 2.1.0).
import {
  type Attribute,
  type ElementReference,
  elements,
  events,
  parts,
  tokens,
} from '../src/elements/reference.ts'

const module = 'dist/define.js'

export function customElementsManifest(): object {
  return {
    schemaVersion: '2.1.0',
    readme: 'README.md',
    modules: [
      {
        kind: 'javascript-module',
        path: module,
        declarations: elements.map(declarationOf),
        exports: elements.flatMap(({ name, className }) => [
          { kind: 'js', name: className, declaration: { name: className, module } },
          { kind: 'custom-element-definition', name, declaration: { name: className, module } },
        ]),
      },
    ],
  }
}

function declarationOf(element: ElementReference): object {
  const { className, name, description, eventPrefix } = element
  const fields = element.attributes.map((attribute) => ({
    ...fieldOf(attribute),
    attribute: attribute.name,
    reflects: true,
  }))
  return {
    kind: 'class',
    customElement: true,
    name: className,
    tagName: name,
    description,
    superclass: { name: 'HTMLElement' },
    attributes: element.attributes.map((attribute) => ({ ...typed(attribute), fieldName: attribute.name })),
    members: [
      ...fields,
      ...element.properties.map((property) => ({
        ...fieldOf(property),
        ...(property.name === 'state' && { readonly: true }),
      })),
      ...element.methods.map((method) => ({
        kind: 'method',
        ...method,
        return: { type: { text: 'void' } },
      })),
    ],
    events: eventPrefix
      ? events.map((event) => ({
          name: `${eventPrefix}-${event.name}`,
          type: { text: `CustomEvent<EventDetails['${event.name}']>` },
          description: event.description,
        }))
      : [],
    slots: element.slots,
    cssProperties: tokens,
    cssParts: parts,
  }
}

function fieldOf(attribute: Attribute): object {
  return { kind: 'field', ...typed(attribute) }
}

function typed({ type, ...attribute }: Attribute): object {
  return { ...attribute, type: { text: type } }
}
