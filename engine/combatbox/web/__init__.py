"""The data and templates of the site's pages. Only `plugin` depends on MkDocs, and no module depends on the theme."""
