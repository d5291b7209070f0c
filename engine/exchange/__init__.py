"""Other programs' formats: what goes out to them, what comes in from them, and what is lost on the way.

A format is a module or a package here, and a row of ``rows.FORMATS``. What cannot go along is data (`losses.LostPart`)
that is known before a byte is written. Nothing here knows a screen: pictures are asked for (`source.Pictures`).
"""
