// htmx, with the settings that the pages rely on. A <meta name="htmx-config"> in a page still adds to them before it starts.
import htmx from 'htmx.org'

// Addresses are the server's: going back loads the page again instead of painting a kept copy over it.
htmx.config.history = false
// A counter waits 15 s for a live answer, then says that nothing was decided.
htmx.config.defaultTimeout = 15000
