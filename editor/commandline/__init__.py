"""The commands of the command line: one module each, with ``configure(parser)`` and ``run(arguments) -> status``."""
