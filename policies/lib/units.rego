# METADATA
# title: Units
# description: Instants arrive as integer nanoseconds since 1970 UTC, so a duration is written as so many units of these.
package lib.units

import rego.v2

minute := 60000000000

hour := 3600000000000
