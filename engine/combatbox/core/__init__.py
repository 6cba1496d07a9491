"""The rules machinery every game shares. Standard library only; touches no file and no clock."""
