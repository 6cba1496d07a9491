"""The site: data and templates of its pages. Only `plugin` depends on MkDocs, and nothing here depends on the theme."""
