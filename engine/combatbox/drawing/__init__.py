"""Drawings: the shapes that figures and maps are made of, how they look, and how they are written as SVG or drawn on paper."""
