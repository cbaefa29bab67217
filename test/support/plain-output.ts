// Programs that tests start write plain text, also where FORCE_COLOR is set. Node ignores NO_COLOR beside it, with a warning.
delete process.env.FORCE_COLOR
