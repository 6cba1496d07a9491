"""Pages as data and templates. Only `plugin` knows MkDocs; nothing here knows the theme."""
