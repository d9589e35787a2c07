// Completion from the page's own list: nothing is offered that the server did not name.

// dotted is a fact's pointer as Rego writes it: /facts/trip/distance_km is input.facts.trip.distance_km.
const dotted = label => (label.startsWith('/') ? 'input' + label.replaceAll('/', '.') : label)
const pointer = label => (label.startsWith('/') ? label : label.replace(/^input/, '').replaceAll('.', '/'))

// complete offers references (input.…) where one is being written, and pointers (/facts/…) where one is, as the annotations of a
// condition name facts.
export function complete(list) {
  const options = list.map(entry => (typeof entry === 'string' ? { label: entry } : entry)).filter(o => typeof o.label === 'string')
  const written = as => options.map(o => ({ ...o, label: as(o.label), type: 'variable' }))
  const references = written(dotted), pointers = written(pointer)
  return context => {
    const reference = context.matchBefore(/\b(?:i|in|inp|inpu|input)(?:\.\w*)*$/)
    if (reference && (reference.to > reference.from + 1 || context.explicit))
      return { from: reference.from, options: references, validFor: /^[\w.]*$/ }
    const named = context.matchBefore(/\/[a-z_][\w/]*$/)
    if (named) return { from: named.from, options: pointers, validFor: /^[\w/]*$/ }
    return null
  }
}
